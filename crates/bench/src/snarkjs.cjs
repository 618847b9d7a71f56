// Times snarkjs' groth16.prove on files already in memory, the start of Node and of its worker
// threads excluded: node snarkjs.cjs CLI ZKEY WTNS ROUNDS prints the median in milliseconds.
const fs = require("fs");
const path = require("path");

async function main([cli, zkeyFile, wtnsFile, rounds]) {
  const snarkjs = require(path.resolve(path.dirname(cli), "main.cjs"));
  const load = (file) => ({ type: "mem", data: new Uint8Array(fs.readFileSync(file)) });
  const [zkey, wtns] = [load(zkeyFile), load(wtnsFile)];
  await snarkjs.groth16.prove(zkey, wtns);
  const times = [];
  for (let i = 0; i < Number(rounds); i++) {
    const start = performance.now();
    await snarkjs.groth16.prove(zkey, wtns);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  console.log(times[Math.floor(times.length / 2)]);
  process.exit(0);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(String(error));
  process.exit(1);
});
