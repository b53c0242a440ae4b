#!/usr/bin/env python3
"""Generates the completions of bash, zsh and fish from the program's help texts.

Usage: make_completions.py PROGRAM FOLDER. Writes warpstage.bash, _warpstage (zsh) and warpstage.fish to FOLDER. Ids of lessons, variants
and parameters are asked from the installed program when a word is completed.
"""
import pathlib
import re
import sys

import help_texts

# Options of the program that are valid with every command.
COMMON = ("--language", "--assets", "--lessons", "--engine", "--gpu", "--set")
# What completes the value of an option or argument; those with choices need no row.
KINDS = {
    "FILE": "file", "BEFORE": "file", "AFTER": "file", "--output": "file", "--screenshot": "file", "--script": "file", "--publish": "file",
    "--report-csv": "file", "--report-json": "file", "--measured": "file", "--from": "file",
    "FOLDER": "folder", "DIR": "folder", "--pictures": "folder", "--include": "folder",
    "web --output": "folder", "KIND": "figure", "--in": "folder",
    "LESSON": "lesson", "--lesson": "lesson", "VARIANT": "variant", "--variant": "variant", "--set": "parameter",
}
# Scripts of sed that print ids, one per line, from the output of `warpstage list [LESSON]` or another command. `warpstage list` prints a
# lesson as "2 · Title (--lesson id)", then "  variants (...)", "    id  summary", an empty line, "  parameters (...)", "    id  meaning".
LIST = {
    "lesson": r"s/^.* (--lesson \(.*\))$/\1/p",
    "variant": r"/^  variants /,/^$/s/^    \([^ ][^ ]*\).*/\1/p",
    "parameter": r"/^  parameters /,/^$/s/^    \([^ ][^ ]*\).*/\1=/p",
    "figure": r"s/^\([a-z][^ ]*\) .*/\1/p",
}
SOURCE = {"figure": "figure --list"}  # others: "list"
OF_LESSON = ("variant", "parameter")


BASH_HEAD = """\
# Completion of warpstage for bash. Written by packaging/make_completions.py from the help texts.

_warpstage_ids() {
  warpstage "${@:2}" 2>/dev/null | sed -n "$1" | sort -u
}

_warpstage_lesson() {
  local i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == --lesson ]]; then
      echo "${COMP_WORDS[i + 1]}"
      return
    fi
  done
  for ((i = command_at + 1; command_at && i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} != -* && ${COMP_WORDS[i - 1]} != -* ]]; then
      echo "${COMP_WORDS[i]}"
      return
    fi
  done
}

_warpstage_complete() {
  local IFS=$'\\n'
  case $1 in
    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")) ;;
    folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")) ;;
"""
BASH_MIDDLE = """\
    *) COMPREPLY=($(compgen -W "${1// /$'\\n'}" -- "$current")) ;;
  esac
}

_warpstage() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= command_at=0 i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
"""


def kind_of(option, command=""):
    """What completes the value of an option or argument: of KINDS; "" for a flag, "none" for a value without a rule."""
    for name in [f"{command} {option.names[-1]}", *reversed(option.names)]:
        if name in KINDS:
            return KINDS[name]
    value = option.value.split(":")[0]
    return KINDS.get(value, "none") if option.value else ""


def takes_value(option):
    return bool(option.value)


def offered(commands):
    """(command, its options and those of every command)."""
    common = [option for option in commands[0].options if option.names[0] in COMMON]
    missing = set(COMMON) - {option.names[0] for option in common}
    if missing:
        sys.exit(f"make_completions.py: not options of the program: {', '.join(sorted(missing))}")
    for command in commands:
        own = {name for option in command.options for name in option.names}
        yield command, command.options + [option for option in common if command.name and option.names[0] not in own]


def bash(commands):
    yield BASH_HEAD.rstrip("\n")
    for kind, script in LIST.items():
        lesson = ' $(_warpstage_lesson)' if kind in OF_LESSON else ""
        nospace = "compopt -o nospace 2>/dev/null; " if kind == "parameter" else ""
        yield f"    {kind}) {nospace}COMPREPLY=($(compgen -W \"$(_warpstage_ids '{script}' {SOURCE.get(kind, 'list')}{lesson})\" -- \"$current\")) ;;"
    yield BASH_MIDDLE.rstrip("\n")
    yield f"      {'|'.join(command.name for command in commands[1:])}) command=${{COMP_WORDS[i]}} command_at=$i; break ;;"
    yield "    esac"
    yield "  done"
    yield "  case $command:$previous in"
    for command, options in offered(commands):
        groups = {}
        for option in options:
            if takes_value(option):
                words = " ".join(option.choices) if option.choices else kind_of(option, command.name)
                groups.setdefault(words, []).extend(f"{command.name}:{name}" for name in option.names)
        for words, names in groups.items():
            action = "return" if words == "none" else f"_warpstage_complete '{words}'; return"
            yield f"    {'|'.join(names)}) {action} ;;"
    yield "  esac"
    yield "  if [[ $current == -* ]]; then"
    yield "    case $command in"
    for command, options in offered(commands):
        names = " ".join(name for option in options for name in option.names)
        yield f"      '{command.name}') _warpstage_complete '{names} --help' ;;"
    yield "    esac"
    yield "    return"
    yield "  fi"
    yield "  local place=0"
    yield "  for ((i = command_at + 1; i < COMP_CWORD; i++)); do"
    yield "    [[ ${COMP_WORDS[i]} == -* || ${COMP_WORDS[i - 1]} == -* ]] || ((place++))"
    yield "  done"
    yield "  case $command:$place in"
    for command in commands:
        if not command.name:
            yield f"    :*) _warpstage_complete '{' '.join(c.name for c in commands[1:])}'"
            yield "      local ids=(\"${COMPREPLY[@]}\")"
            yield "      _warpstage_complete file"
            yield "      COMPREPLY=(\"${ids[@]}\" \"${COMPREPLY[@]}\") ;;"
        for place, argument in enumerate(command.arguments if command.name else []):
            last = "*" if argument.repeats and place == len(command.arguments) - 1 else place
            words = " ".join(argument.choices) if argument.choices else kind_of(argument, command.name)
            if words != "none":
                yield f"    {command.name}:{last}) _warpstage_complete '{words}' ;;"
    yield "  esac"
    yield "}"
    yield ""
    yield "complete -F _warpstage warpstage"


def zsh_text(text):
    return re.sub(r"([\\\[\]:'])", lambda found: "'\\''" if found[1] == "'" else "\\" + found[1], text)


def short(text):
    """The first part of a description."""
    return re.split(r"; | \(|: |\. ", text)[0].rstrip(".")


def zsh_action(option, command):
    if option.choices:
        return f"({' '.join(option.choices)})"
    return {"file": "_files", "folder": "_files -/", "none": " ", "lesson": "_warpstage_lessons", "variant": "_warpstage_variants",
            "parameter": "_warpstage_parameters", "figure": "_warpstage_figures"}[kind_of(option, command)]


def zsh_option(option, command):
    text = zsh_text(short(option.help))
    value = f":{zsh_text(option.names[-1].lstrip('-'))}:{zsh_action(option, command)}" if takes_value(option) else ""
    for name in option.names:
        again = "*" if option.repeats else f"({' '.join(option.names)})"
        yield f"      '{again}{name}[{text}]{value}' \\"


def zsh(commands):
    yield "#compdef warpstage"
    yield "# Completion of warpstage for zsh. Written by packaging/make_completions.py from the help texts."
    yield ""
    for kind, script in LIST.items():
        suffix = " -S ''" if kind == "parameter" else ""
        lesson = " ${opt_args[--lesson]:-$line[1]}" if kind in OF_LESSON else ""
        yield f"_warpstage_{kind}s() {{"
        yield "  local -a ids"
        yield f"  ids=(${{(f)\"$(_call_program {kind}s warpstage {SOURCE.get(kind, 'list')}{lesson} 2>/dev/null | sed -n '{script}' | sort -u)\"}})"
        yield f"  compadd{suffix} -a ids"
        yield "}"
        yield ""
    yield "_warpstage() {"
    yield "  local curcontext=$curcontext state"
    yield "  local -a line commands"
    yield "  typeset -A opt_args"
    yield "  commands=("
    yield from (f"    '{command.name}:{zsh_text(short(command.help))}'" for command in commands[1:])
    yield "  )"
    for command, options in offered(commands):
        if not command.name:
            yield "  _arguments -C \\"
            for option in options:
                yield from zsh_option(option, command.name)
            yield "      '(- *)'{-h,--help}'[Print help and exit]' \\"
            yield "      '1:command or file:->first' '*::argument:->rest' && return"
            yield "  case $state in"
            yield "    first) _alternative 'commands:command:{_describe -t commands command commands}' 'files:file:_files'; return ;;"
            yield "    rest) ;;"
            yield "    *) return ;;"
            yield "  esac"
            yield "  case $words[1] in"
            continue
        yield f"    {command.name}) _arguments \\"
        for option in options:
            yield from zsh_option(option, command.name)
        for place, argument in enumerate(command.arguments):
            position = "*" if argument.repeats else str(place + 1)
            yield f"      '{position}:{zsh_text(argument.names[0].lower())}:{zsh_action(argument, command.name)}' \\"
        yield "      '(- *)'{-h,--help}'[Print help and exit]' ;;"
    yield "  esac"
    yield "}"
    yield ""
    yield '_warpstage "$@"'


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_value(option, command):
    if option.choices:
        return f" -x -a {fish_text(' '.join(option.choices))}"
    return {"": "", "file": " -r -F", "folder": " -x -a '(__fish_complete_directories)'", "none": " -x"}.get(
        kind_of(option, command), f" -x -a '(__warpstage_{kind_of(option, command)}s)'")


def fish(commands):
    names = " ".join(command.name for command in commands[1:])
    yield "# Completion of warpstage for fish. Written by packaging/make_completions.py from the help texts."
    yield ""
    yield f"set -g __warpstage_commands {names}"
    yield ""
    yield "# The lesson that the command line names."
    yield "function __warpstage_lesson"
    yield "    set -l words (commandline -opc)"
    yield "    if set -l at (contains -i -- --lesson $words); and test (count $words) -gt $at"
    yield "        echo $words[(math $at + 1)]"
    yield "    else if test (count $words) -gt 2; and contains -- $words[2] $__warpstage_commands; and not string match -q -- '-*' $words[3]"
    yield "        echo $words[3]"
    yield "    end"
    yield "end"
    yield ""
    yield "# The number of arguments after the command."
    yield "function __warpstage_place"
    yield "    set -l words (commandline -opc)"
    yield "    set -l place 0"
    yield "    for i in (seq 3 (count $words))"
    yield "        string match -q -- '-*' $words[$i] $words[(math $i - 1)]; or set place (math $place + 1)"
    yield "    end"
    yield "    test $place -eq $argv[1]"
    yield "end"
    yield ""
    for kind, script in LIST.items():
        lesson = " (__warpstage_lesson)" if kind in OF_LESSON else ""
        yield f"function __warpstage_{kind}s"
        yield f"    warpstage {SOURCE.get(kind, 'list')}{lesson} 2>/dev/null | sed -n {fish_text(script)} | sort -u"
        yield "end"
        yield ""
    yield 'complete -c warpstage -n "not __fish_seen_subcommand_from $__warpstage_commands" -s h -l help -d \'Print help and exit\''
    for command in commands[1:]:
        yield (f'complete -c warpstage -n "not __fish_seen_subcommand_from $__warpstage_commands" -a {command.name} '
               f"-d {fish_text(short(command.help))}")
    for command, options in offered(commands):
        seen = (f"__fish_seen_subcommand_from {command.name}" if command.name
                else "not __fish_seen_subcommand_from $__warpstage_commands")
        for option in options:
            flags = " ".join(f"-s {name[1:]}" if re.fullmatch(r"-\w", name) else f"-l {name.lstrip('-')}" for name in option.names)
            yield f'complete -c warpstage -n "{seen}" {flags}{fish_value(option, command.name)} -d {fish_text(short(option.help))}'
        for place, argument in enumerate(command.arguments if command.name else []):
            value = fish_value(argument, command.name)
            if " -a " not in value:
                continue
            at = "" if argument.repeats else f"; and __warpstage_place {place}"
            yield f'complete -c warpstage -n "{seen}{at}"{value}'.replace(" -x", " -f")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    commands = help_texts.commands_of(program)
    for name, lines in {"warpstage.bash": bash(commands), "_warpstage": zsh(commands), "warpstage.fish": fish(commands)}.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
