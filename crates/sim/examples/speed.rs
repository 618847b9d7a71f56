use proofsmith_accel::*;
use proofsmith_sim::msm::*;
use proofsmith_sim::trace::NoTrace;
use ark_ff::PrimeField;
fn main(){
  let args:Vec<String>=std::env::args().collect();
  let lg:u32=args[1].parse().unwrap();
  let set:Vec<String>=args[2..].to_vec();
  let a=Accelerator::load("uninm",&set).unwrap();
  let modulus=ark_bls12_381::Fr::MODULUS.0;
  let src=RandomScalars{seed:1,count:1<<lg,modulus};
  let t=std::time::Instant::now();
  let r=Msm{accelerator:&a,curve:CurveId::Bls12_381,modulus}.run(&src,&Indices,&mut NoTrace,&mut |_,_|{}).unwrap();
  let e=t.elapsed().as_secs_f64();
  println!("{} cycles {:.3} ms, {:.1} Mcyc/s, {:.2}s {:?} {:?}",r.stats.cycles,r.stats.milliseconds(),r.stats.cycles as f64/e/1e6,e,r.slices,r.stats.dram);
}
