#!/usr/bin/env node
// An engine for Node.js: it leaves its opponent as few legal picks as it can.
//
//   lastpick play divisor-duel --p2 "exec:node examples/engines/fewest.js"
//
// One JSON object a line comes in, one goes out; docs/engines.md has the whole protocol.

// The relations that have a name. "follows" asks whether n may follow last, and "removes"
// whether m leaves the pool when n is picked: in both the number that was picked comes second.
const relations = {
  "any": () => true,
  "itself": (a, b) => a === b,
  "multiple": (a, b) => a % b === 0,
  "divisor": (a, b) => b % a === 0,
  "divisor or multiple": (a, b) => a % b === 0 || b % a === 0,
  "neighbour": (a, b) => Math.abs(a - b) <= 1,
};

let follows = relations["any"];
let removes = relations["itself"];
let nothing = 0; // what it is worth to leave no answer: most, unless the last pick loses

function answers(pool, pick) {
  const left = pool.filter((n) => n !== pick && !removes(n, pick) && follows(n, pick));
  return left.length || nothing;
}

function choose({ pool, legal }) {
  const left = legal.map((pick) => answers(pool, pick));
  return legal[left.indexOf(Math.min(...left))];
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: 1, name: "fewest" });
  if (message.type === "new") {
    follows = relations[message.follows] || relations["any"]; // a free condition: not known here
    removes = relations[message.removes] || relations["itself"];
    nothing = message.last_pick === "loses" ? Infinity : 0;
  }
  if (message.type === "position") say({ type: "pick", pick: choose(message) });
  if (message.type === "quit") process.exit();
});
