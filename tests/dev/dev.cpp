#include "core/timing/estimate.h"
#include "core/lesson/lesson.h"
#include "core/problem/problem.h"
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <chrono>
#include "app/views/view.h"
#include <filesystem>
#include <map>
using namespace warpstage;
int main(int argc,char**argv){
  std::ifstream in(argv[1]); std::string line; std::map<std::string,std::shared_ptr<const lesson::Lesson>> lessons;
  const arch::Gpu* gpu=arch::find_gpu(argc>3?argv[3]:"H200"); std::string only=argc>4?argv[4]:"";
  const auto& traits=arch::traits_of(gpu->capability);
  for(auto& d: std::filesystem::directory_iterator(argv[2])){auto l=lesson::load_lesson(d.path(),views::cue_figures()); if(!l) fmt::print("{}\n",l.error().message); else {auto id=l->id; lessons[id]=std::make_shared<const lesson::Lesson>(*std::move(l));}}
  while(std::getline(in,line)){ std::vector<std::string> f; std::stringstream ss(line); std::string x; while(std::getline(ss,x,'\t')) f.push_back(x);
    if(!only.empty() && only!=f[0] && only!=f[0]+"/"+f[1]) continue;
    auto l=lessons[f[0]]; if(!l) continue; auto* v=l->find_variant(f[1]); if(!v) {fmt::print("{}\t{}\tno variant\n",f[0],f[1]);continue;}
    auto s=l->initial_settings(EngineKind::gpu);
    for(size_t i=3;i<f.size();++i){auto e=f[i].find('='); if(f[i].empty()) continue; auto r=s.set(l->problem->parameters(),f[i].substr(0,e),f[i].substr(e+1)); if(!r) fmt::print("set {} {}\n",f[i],r.error().message); }
    auto plan=l->problem->plan(*v,s); if(!plan){fmt::print("{}\t{}\t{}\n",f[0],f[1],plan.error().message);continue;}
    auto t0=std::chrono::steady_clock::now();
    timing::EstimateRequest r; r.programs=std::make_shared<engine::VmPrograms>(l); r.plan=std::make_shared<const problem::Plan>(*plan); r.traits=&traits; r.gpu=gpu;
    auto e=timing::estimate_step(r); double ms=std::chrono::duration<double,std::milli>(std::chrono::steady_clock::now()-t0).count();
    if(!e){fmt::print("{}\t{}\tERR {}\n",f[0],f[1],e.error().message);continue;}
    double m=std::stod(f[2]); double est=e->time.count();
    fmt::print("{}\t{}\t{:.1f}\t{:.1f}\t{:.2f}\t{}\t{}\tocc {:.2f}\twaves {:.1f}\t{:.0f}ms\n",f[0],f[1],m/1e3,est/1e3,est/m,timing::name_of(e->limiter),e->works.back().pipe,e->works[0].occupancy,e->works[0].waves,ms); fflush(stdout);
  }
}
