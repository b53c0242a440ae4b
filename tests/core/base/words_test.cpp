// Catalogs: text, plural form and decimal mark, and behavior without a catalog.
#include "core/base/plural_rule.h"
#include "core/base/text.h"
#include "core/base/words.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpstage::words {
namespace {

std::string number(std::uint32_t value)
{
    return { reinterpret_cast<const char*>(&value), sizeof value };
}

// Separated by zeros.
std::string joined(const std::vector<std::string>& forms)
{
    std::string all = forms.front();
    for (std::size_t i = 1; i < forms.size(); ++i)
        all += '\0' + forms[i];
    return all;
}

// In the format of msgfmt.
std::string catalog_of(const std::vector<std::pair<std::string, std::string>>& entries)
{
    const auto count = static_cast<std::uint32_t>(entries.size());
    std::uint32_t at = 28 + 16 * count;
    std::string originals;
    std::string translations;
    std::string texts;
    const auto add = [&](std::string& table, const std::string& text) {
        table += number(static_cast<std::uint32_t>(text.size())) + number(at);
        texts += text + '\0';
        at += static_cast<std::uint32_t>(text.size()) + 1;
    };
    for (const auto& entry : entries)
        add(originals, entry.first);
    for (const auto& entry : entries)
        add(translations, entry.second);
    return number(0x950412de) + number(0) + number(count) + number(28) + number(28 + 8 * count) + number(0) + number(0)
        + originals + translations + texts;
}

const char* const kCzechPlural = "Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\n";

class Words : public testing::Test {
protected:
    void SetUp() override
    {
        std::filesystem::create_directories(m_folder);
        set_catalogs(m_folder);
    }
    void TearDown() override
    {
        set_language(*find_language("en"));
        std::filesystem::remove_all(m_folder);
    }

    void write(const std::string& bytes) const { std::ofstream { m_folder / "cs.mo", std::ios::binary } << bytes; }
    void write_czech() const
    {
        write(catalog_of(
            { { "", kCzechPlural }, { "Banks", "Banky" }, { joined({ "lane", "lanes" }), joined({ "pruh", "pruhy", "pruhů" }) },
                { "{} of {:.1f} used", "z {1:.1f} použito {0}" }, { "{} broken", "{} {} {}" } }));
    }

    std::filesystem::path m_folder = std::filesystem::temp_directory_path() / ("warpstage-words-" + std::to_string(getpid()));
};

TEST_F(Words, EnglishNeedsNoCatalog)
{
    EXPECT_STREQ(tr("Banks"), "Banks");
    EXPECT_STREQ(trn("lane", "lanes", 1), "lane");
    EXPECT_STREQ(trn("lane", "lanes", 3), "lanes");
    EXPECT_EQ(trf("{} of {:.1f} used", 1, 2.5), "1 of 2.5 used");
    EXPECT_STREQ(language().code, "en");
}

TEST_F(Words, AreTakenFromTheCatalog)
{
    write_czech();
    const auto before = generation();
    const char* const english = tr("Banks");
    ASSERT_TRUE(set_language(*find_language("cs")));
    EXPECT_NE(generation(), before);
    EXPECT_STREQ(tr("Banks"), "Banky");
    EXPECT_EQ(tr(std::string_view { "Banks" }), "Banky");
    EXPECT_STREQ(english, "Banks") << "earlier views stay valid";
    EXPECT_STREQ(tr("Sectors"), "Sectors") << "not in the catalog";
    EXPECT_STREQ(tr(""), "") << "the empty text's entry is the catalog's header";
    ASSERT_TRUE(set_language(*find_language("en")));
    EXPECT_STREQ(tr("Banks"), "Banks");
}

TEST_F(Words, AreReadOnceHoweverOftenALanguageIsChosen)
{
    write_czech();
    ASSERT_TRUE(set_language(*find_language("cs")));
    const char* const first = tr("Banks");
    ASSERT_TRUE(set_language(*find_language("en")));
    ASSERT_TRUE(set_language(*find_language("cs")));
    EXPECT_EQ(static_cast<const void*>(tr("Banks")), static_cast<const void*>(first));
}

TEST_F(Words, HaveThreePluralFormsInCzech)
{
    write_czech();
    ASSERT_TRUE(set_language(*find_language("cs")));
    EXPECT_STREQ(trn("lane", "lanes", 1), "pruh");
    EXPECT_STREQ(trn("lane", "lanes", 2), "pruhy");
    EXPECT_STREQ(trn("lane", "lanes", 5), "pruhů");
    EXPECT_STREQ(trn("lane", "lanes", 0), "pruhů");
    EXPECT_STREQ(tr("lane"), "pruh");
    EXPECT_EQ(tr(std::string_view { "lane" }), "pruh") << "one form, not all of them";
}

TEST_F(Words, NumbersHaveTheDecimalMarkOfTheLanguage)
{
    write_czech();
    ASSERT_TRUE(set_language(*find_language("cs")));
    EXPECT_EQ(numf("{:.2f}×", 1.5), "1,50×");
    EXPECT_EQ(numf("{:.{}f}", 2.25, 1), "2,2");
    EXPECT_EQ(numf("{{{:.1e}}}", 1500.0), "{1,5e+03}");
    EXPECT_EQ(numf("{} {:>4}", 12345, "a"), "12345    a") << "nothing else changes";
    EXPECT_EQ(trf("{} of {:.1f} used", 1, 2.5), "z 2,5 použito 1") << "a translation may reorder the arguments";
    EXPECT_EQ(text::duration(std::chrono::microseconds { 457 }), "0,457\u2009ms");
}

TEST_F(Words, ATranslationThatDoesNotMatchIsNotUsed)
{
    write_czech();
    ASSERT_TRUE(set_language(*find_language("cs")));
    EXPECT_EQ(trf("{} broken", 7), "7 broken");
}

TEST_F(Words, AMissingOrBrokenCatalogChangesNothing)
{
    EXPECT_FALSE(set_language(*find_language("cs")));
    const std::string whole = catalog_of({ { "", kCzechPlural }, { "Banks", "Banky" } });
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
        write(whole.substr(0, bytes));
        EXPECT_FALSE(set_language(*find_language("cs"))) << bytes;
    }
    EXPECT_STREQ(language().code, "en");
    EXPECT_STREQ(tr("Banks"), "Banks");
}

TEST(Languages, AreFoundByTheirCodeOrALocale)
{
    EXPECT_STREQ(find_language("cs")->code, "cs");
    EXPECT_STREQ(find_language("cs_CZ.UTF-8")->code, "cs");
    EXPECT_STREQ(find_language("ko-KR")->code, "ko");
    EXPECT_STREQ(find_language("ja_JP.UTF-8")->code, "ja");
    EXPECT_EQ(find_language("de_DE.UTF-8"), nullptr);
    EXPECT_EQ(find_language(""), nullptr);
}

TEST(Languages, TheSystemLanguageIsReadAsInGettext)
{
    for (const char* name : { "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE" })
        unsetenv(name);
    EXPECT_STREQ(system_language().code, "en");
    setenv("LANG", "el_GR.UTF-8", 1);
    EXPECT_STREQ(system_language().code, "el");
    setenv("LC_MESSAGES", "ru_RU.UTF-8", 1);
    EXPECT_STREQ(system_language().code, "ru");
    setenv("LANGUAGE", "de:es:ru", 1);
    EXPECT_STREQ(system_language().code, "es") << "the first supported language";
    setenv("LC_ALL", "C", 1);
    EXPECT_STREQ(system_language().code, "en");
    for (const char* name : { "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE" })
        unsetenv(name);
}

TEST(PluralRules, AreReadInGettextsSyntax)
{
    const auto russian = PluralRule::parse("nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || "
                                           "n%100>=20) ? 1 : 2);");
    ASSERT_TRUE(russian);
    const std::array<std::uint32_t, 9> forms { russian->form_of(1), russian->form_of(2), russian->form_of(5),
        russian->form_of(11), russian->form_of(12), russian->form_of(21), russian->form_of(22), russian->form_of(111),
        russian->form_of(0) };
    EXPECT_EQ(forms, (std::array<std::uint32_t, 9> { 0, 1, 2, 2, 2, 0, 1, 2, 2 }));
    EXPECT_EQ(PluralRule::parse("nplurals=1; plural=0;")->form_of(7), 0U);
    EXPECT_EQ(PluralRule::parse("nplurals=2; plural=(n != 1);")->form_of(1), 0U);
    EXPECT_EQ(PluralRule::parse("nplurals=2; plural=n>1;")->form_of(2), 1U);
    EXPECT_EQ(PluralRule::parse("nplurals=2; plural=n;")->form_of(9), 0U) << "beyond the number of forms";
    for (const char* wrong : { "", "nplurals=2;", "nplurals=0; plural=0;", "nplurals=2; plural=n+;", "nplurals=2; plural=(n;",
             "nplurals=2; plural=m;" })
        EXPECT_FALSE(PluralRule::parse(wrong)) << wrong;
}

} // namespace
} // namespace warpstage::words
