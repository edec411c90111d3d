// A plain page on top of the protocol (docs/protocol.md): make a table, take a seat, play, watch, look back.

const main = document.getElementById("main");
const status = document.getElementById("status");
const COLUMNS = 20, FIRST_ISLAND = 400, ISLAND_COLUMNS = 10;

function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...[content ?? []].flat());
  return made;
}

const button = (text, onclick, attributes = {}) => element("button", text, { type: "button", onclick, ...attributes });
const words = (name) => name.replaceAll("_", " ").replace(":", ": ");
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

async function call(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options);
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

function attempt(work) {
  return async () => {
    try {
      status.textContent = "";
      await work();
    } catch (error) {
      status.textContent = error.message;
    }
  };
}

const go = (path) => location.assign(path);
const seatPath = (table) => `/table/${table.id}/${table.mine[0]}`;

async function home() {
  const choices = await call("GET", "/api/choices");
  const create = (seats, options = {}) => attempt(async () => {
    const { table } = await call("POST", "/api/tables", { seats, ...options });
    go(seatPath(table));
  });
  const players = element("select", [2, 3, 4, 5].map((n) => element("option", `${n} players`, { value: n })));
  const sets = element("select", [
    element("option", "base game", { value: "base" }),
    element("option", "everything in the box", { value: choices.sets.join() }),
  ]);
  const listed = element("input", [], { type: "checkbox", id: "listed" });
  const setup = () => ({ sets: sets.value.split(",") });
  const seats = (kind) => Array.from({ length: Number(players.value) }, (_, i) => ({ kind: i ? kind : "me" }));
  const bots = () => seats("bot").map((seat) => (seat.kind === "bot" ? { ...seat, level: "greedy" } : seat));
  main.replaceChildren(
    element("p", button("Play now", create([{ kind: "me" }, { kind: "bot", level: "greedy" }], { setup: { first_game: true } }), { class: "main" })),
    element("h2", "New table"),
    element("p", [players, " ", sets, " ", listed, element("label", " show in the list", { for: "listed" })]),
    element("p", [
      button("With friends", () => create(seats("open"), { setup: setup(), listed: listed.checked })()),
      button("Against bots", () => create(bots(), { setup: setup() })()),
      button("On this screen", () => create(seats("me"), { setup: setup() })()),
    ]),
    element("h2", "Open tables"),
    list(await call("GET", "/api/tables"), (table) => `/t/${table.invite}`),
    element("h2", "My games"),
    list(await call("GET", "/api/my/tables"), (table) => (table.mine.length ? seatPath(table) : `/t/${table.invite}`)),
  );
}

function list(tables, address) {
  const lines = tables.map((table) =>
    element("li", [
      element("a", table.seats.map((seat) => seat.name).join(", "), { href: address(table) }),
      ` – ${table.status}, ${table.setup.cards.map(words).join(", ")}`,
    ]));
  return lines.length ? element("ul", lines) : element("p", "None.");
}

async function invite(code) {
  const table = await call("GET", `/api/invites/${code}`);
  if (table.mine.length) return go(seatPath(table));
  const name = element("input", [], { placeholder: "Your name", maxlength: 30, "aria-label": "Your name" });
  const take = attempt(async () => {
    const joined = await call("POST", `/api/invites/${code}/seats`, { name: name.value });
    go(seatPath(joined.table));
  });
  const free = table.seats.some((seat) => seat.kind === "open");
  main.replaceChildren(
    element("h2", "You are invited to a game of Kingdom Builder"),
    element("ul", table.seats.map((seat) => element("li", seat.kind === "open" ? "free seat" : seat.name))),
    free ? element("p", [name, " ", button("Take a seat", take, { class: "main" })]) : element("p", "All seats are taken."),
  );
}

function moveHere(code) {
  const move = attempt(async () => go(seatPath(await call("POST", `/api/move/${code}`, {}))));
  main.replaceChildren(element("p", button("Move my seat to this device", move, { class: "main" })));
}

// A table, live

class TablePage {
  constructor(socketPath, picturePath) {
    this.socketPath = socketPath;
    this.picturePath = picturePath;
    this.last = 0;
    this.entries = [];
    this.board = element("div", [], { class: "board" });
    this.side = element("div");
    this.why = element("p", "", { class: "why", role: "status" });
    main.className = "table";
    main.replaceChildren(this.board, this.side);
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}${this.socketPath}?last=${this.last}`);
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      status.textContent = event.code >= 4000 ? "This seat is not yours (any more)." : "Connecting again…";
      if (event.code < 4000) setTimeout(() => this.connect(), 1000);
    };
    socket.onopen = () => { status.textContent = ""; };
    this.socket = socket;
  }

  say(type, fields) {
    this.socket.send(JSON.stringify({ type, id: newId(), ...fields }));
  }

  answer(number) {
    this.say("answer", { at: this.last, answer: number });
  }

  hear(message) {
    if (message.table) this.table = message.table;
    if (message.entries) {
      this.entries.push(...message.entries);
      if (message.entries.length) this.last = message.entries.at(-1).number;
      this.view = message.view;
      this.why.textContent = "";
      if (message.view) this.draw();
    }
    if (message.type === "refused") this.why.textContent = message.message;
    if (message.type === "why_not") this.why.textContent = message.reason ? `Not allowed: ${words(message.reason.code)} (${message.reason.rule}).` : "";
    this.show();
  }

  async draw() {
    const number = this.last;
    const response = await fetch(this.picturePath);
    if (!response.ok || number !== this.last) return;
    const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
    const { you } = this.view;
    const mine = you && this.view.to_play === you.seat;
    for (const group of drawing.querySelectorAll("g[id^=hex-]")) {
      const hex = hexNumber(group.id.slice(4));
      if (mine && you.hexes.includes(hex)) light(group, () => this.answer(hex));
      else if (mine) group.addEventListener("click", () => this.socket.send(JSON.stringify({ type: "why_not", hex })));
    }
    drawing.removeAttribute("height");
    drawing.removeAttribute("width");
    this.board.replaceChildren(document.adoptNode(drawing));
  }

  show() {
    const { table, view } = this;
    const parts = [];
    if (table.status === "open") {
      parts.push(element("h2", "Waiting for players"), element("p", "Send this link to your friends:"),
        element("p", `${location.origin}/t/${table.invite}`, { class: "link" }),
        element("p", "To watch only:"), element("p", `${location.origin}/w/${table.watch}`, { class: "link" }));
      const start = (fill) => attempt(() => call("POST", `/api/tables/${table.id}/start`, { fill }));
      if (table.creator) parts.push(button("Start with bots on the free seats", start("greedy")), button("Start without them", start(null)));
    }
    if (view) parts.push(...this.playing());
    parts.push(element("h2", "Players"), element("ul", table.seats.map((seat) =>
      element("li", `${seat.name}${seat.kind === "bot" ? " (bot)" : seat.here ? " ●" : seat.kind === "open" ? " – free" : " ○"}`))));
    const log = element("ol", this.entries.map((entry) => element("li", this.sentence(entry))), { class: "log" });
    parts.push(element("h2", "What happened"), log);
    const text = element("input", [], { maxlength: 500, "aria-label": "Say something", placeholder: "Say something", value: this.typed ?? "" });
    text.addEventListener("input", () => { this.typed = text.value; });
    if (view?.you) parts.push(text, button("Say", () => { if (text.value.trim()) this.say("chat", { text: text.value }); this.typed = ""; }));
    const typing = document.activeElement?.matches("input");
    this.side.replaceChildren(...parts);
    if (typing) text.focus();
    log.scrollTop = log.scrollHeight;
  }

  playing() {
    const { table, view } = this;
    const { you, asked } = view;
    const parts = [element("p", this.question(), { class: "question", role: "status" })];
    if (you && view.to_play === you.seat) {
      const names = Object.fromEntries(Object.entries(choices.options).map(([name, number]) => [number, name]));
      parts.push(element("p", you.options.map((option) => button(words(names[option]), () => this.answer(option)))));
      const undo = (whole_turn) => () => this.say("undo", { at: this.last, whole_turn });
      parts.push(element("p", [
        button("Undo", undo(false), you.can_undo ? {} : { disabled: "" }),
        button("Undo turn", undo(true), you.can_undo ? {} : { disabled: "" }),
      ]));
    } else if (you && asked && table.mine.includes(asked.seat)) {
      parts.push(button(`Hand over to ${table.seats[asked.seat].name}`, () => go(`/table/${table.id}/${asked.seat}`), { class: "main" }));
    }
    parts.push(this.why);
    if (you) parts.push(element("p", `Your terrain cards: ${you.hand.map(words).join(", ")}`));
    if (view.last_round) parts.push(element("p", "Last round!"));
    if (view.scores) {
      const rows = view.scores[0].map((line, i) =>
        element("tr", [element("td", words(line.source)), ...view.scores.map((lines) => element("td", String(lines[i].gold)))]));
      const totals = view.scores.map((lines) => lines.reduce((sum, line) => sum + line.gold, 0));
      parts.push(element("table", [
        element("tr", [element("th", ""), ...table.seats.map((seat) => element("th", seat.name))]), ...rows,
        element("tr", [element("th", "total"), ...totals.map((total) => element("th", String(total)))]),
      ]));
    }
    if (view.over) {
      parts.push(element("p", [
        element("a", "Look back", { href: `/games/${table.id}` }), " · ",
        element("a", "Record", { href: `/api/games/${table.id}/record` }), " · ",
        element("a", "Picture", { href: `/api/games/${table.id}/picture.png` }),
      ]));
      if (you) parts.push(button("Play again", attempt(async () => {
        const next = await call("POST", `/api/tables/${table.id}/rematch`, {});
        go(next.mine.length ? seatPath(next) : `/t/${next.invite}`);
      })));
    }
    return parts;
  }

  question() {
    const { table, view } = this;
    if (view.over) return `The game is over. ${view.winners.map((seat) => table.seats[seat].name).join(" and ")} won.`;
    const { asked, you } = view;
    const who = you && asked.seat === you.seat ? "You" : table.seats[asked.seat].name;
    const what = asked.action === "turn" ? words(asked.stage) : `${words(asked.action)}, ${words(asked.stage)}`;
    const details = [asked.terrain && words(asked.terrain), asked.left && `${asked.left} left`].filter(Boolean).join(", ");
    const clock = view.clock ? ` (${Math.ceil(view.clock.seconds_left)} s)` : "";
    return `${who}: ${what}${details ? ` (${details})` : ""}${clock}`;
  }

  sentence(entry) {
    const who = entry.seat === null ? "" : `${this.table.seats[entry.seat]?.name ?? "?"}: `;
    const what = { answer: () => words(entry.word), chat: () => `“${entry.text}”`, phrase: () => `“${words(entry.phrase)}”`, undo: () => "took back" }[entry.kind];
    const next = entry.kind === "rematch" && entry.invite ? [" ", element("a", "join the next game", { href: `/t/${entry.invite}` })] : [];
    return [who, what ? what() : words(entry.kind), ...next];
  }
}

function hexNumber(name) {
  const [, island, letter, row] = name.match(/^(i-)?([a-t])(\d+)$/);
  const column = letter.charCodeAt(0) - 97;
  return island ? FIRST_ISLAND + (row - 1) * ISLAND_COLUMNS + column : (row - 1) * COLUMNS + column;
}

function light(group, play) {
  for (const kind of ["ring", "ring inner"]) {
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    ring.setAttribute("r", "15");
    ring.setAttribute("class", kind);
    group.append(ring);
  }
  group.setAttribute("class", "legal");
  group.setAttribute("tabindex", "0");
  group.setAttribute("role", "button");
  group.addEventListener("click", play);
  group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); play(); } });
}

async function lookBack(game) {
  const asked = new URLSearchParams(location.search).get("at");
  const replay = await call("GET", `/api/games/${game}${asked ? `?at=${asked}` : ""}`);
  const board = element("div", element("img", [], { src: `/api/games/${game}/picture.svg?at=${replay.at}`, alt: "The board" }), { class: "board" });
  const link = (text, at) => (at < 1 || at > replay.last ? text : element("a", text, { href: `/games/${game}?at=${at}` }));
  const totals = replay.view.scores?.map((lines) => lines.reduce((sum, line) => sum + line.gold, 0));
  main.className = "table";
  main.replaceChildren(board, element("div", [
    element("p", [link("first", 1), " · ", link("back", replay.at - 1), ` · ${replay.at} of ${replay.last} · `, link("on", replay.at + 1), " · ", link("last", replay.last)]),
    element("p", `${replay.entry.seat === null ? "" : replay.table.seats[replay.entry.seat].name} ${words(replay.entry.word ?? replay.entry.kind)}`),
    totals ? element("ul", totals.map((total, seat) => element("li", `${replay.table.seats[seat].name}: ${total}`))) : "",
    element("p", element("a", "Record", { href: `/api/games/${game}/record` })),
  ]));
}

let choices;
const [, place, id, seat] = location.pathname.split("/");
try {
  choices = await call("GET", "/api/choices");
  if (place === "t") await invite(id);
  else if (place === "w") new TablePage(`/api/watch/${id}/live`, `/api/watch/${id}/picture.svg`);
  else if (place === "move") moveHere(id);
  else if (place === "table") new TablePage(`/api/tables/${id}/seats/${seat}/live`, `/api/games/${id}/picture.svg`);
  else if (place === "games") await lookBack(id);
  else await home();
} catch (error) {
  status.textContent = error.message;
}
