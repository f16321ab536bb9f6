// Put before simcord's app.js: loads what a state shows before the page shows the state, so that no
// picture is seen loading, and gives pictures of the page the same addresses, which show at once.
const plainFetch = window.fetch.bind(window);
const addressOf = URL.createObjectURL.bind(URL);
const release = URL.revokeObjectURL.bind(URL);
const pictures = new Map();
const addresses = new WeakMap();
let last = {};
URL.createObjectURL = (blob) => addresses.get(blob) ?? addressOf(blob);
// The page releases addresses that it asks for again; they are released below.
URL.revokeObjectURL = () => {};

async function loadPicture(id, headers) {
  const response = await plainFetch(`/api/assets/${id}`, { headers, cache: "no-store" });
  if (!response.ok) return false;
  const blob = await response.blob();
  const image = new Image();
  image.src = addressOf(blob);
  await image.decode().catch(() => {});
  addresses.set(blob, image.src);
  pictures.set(id, { blob, image, headers: response.headers });
  return true;
}

async function loadPictures(state) {
  const shown = state.assets ?? {};
  for (const [id, { image }] of pictures) {
    if (shown[id]) continue;
    release(image.src);
    pictures.delete(id);
  }
  const headers = { "X-Simcord-Capability": location.hash.slice(1), "X-Simcord-Context": state.context?.id };
  const missing = Object.values(shown).filter(({ id, available, contentType }) =>
    available && contentType.startsWith("image/") && !pictures.has(id));
  const loaded = await Promise.all(missing.map(({ id }) => loadPicture(id, headers)));
  // The page gives an image its size at once if the state names it: nothing below it moves.
  for (const [id, { image }] of pictures) {
    Object.assign(shown[id], { displayWidth: image.naturalWidth, displayHeight: image.naturalHeight });
  }
  return loaded.every(Boolean);
}

// What a click does: the custom id of its component.
function meaning(state, { target_id, control_key }) {
  const found = (node) => node?.control_key === control_key ? node.custom_id
    : node && typeof node === "object" ? Object.values(node).map(found).find(Boolean) : undefined;
  return control_key && found(state.messages?.[target_id]);
}

const MOST_TRIES = 20;

async function act(options) {
  const body = JSON.parse(options.body);
  if (body.kind === "viewer") {
    sessionStorage.setItem("viewer", body.viewer_id);
    body.channel_id = wantedChannel;
    wantedChannel = null;
  }
  for (let tries = 1; ; tries += 1) {
    const response = await plainFetch("/api/action", { ...options, body: JSON.stringify(body) });
    const { rejected, diagnostics, outcomes } = await response.clone().json();
    if (!rejected) awaitAnswer(body, outcomes);
    if (!rejected || diagnostics[0]?.code !== "stale-revision" || tries === MOST_TRIES) return response;
    // Something has changed since the page last asked, as it does all the time while computer players
    // move; the click counts if it still means the same.
    const state = await (await plainFetch("/api/state", { headers: options.headers, cache: "no-store" })).json();
    if (meaning(state, body) !== meaning(last, body)) return response;
    body.published_revision = state.publishedRevision;
  }
}

// A thread is chosen in the head of the channel, or by a link to it.
const channelPicker = document.querySelector("#channel-picker");
let wantedChannel = null;
let wantedMessage = null;

function goTo(channelId, messageId = null) {
  wantedMessage = messageId;
  if (channelId === last.channelId) return showWanted();
  wantedChannel = channelId;
  // The same person, in another channel.
  document.querySelector("#viewer-picker").dispatchEvent(new Event("change"));
}

function showWanted() {
  const message = wantedMessage && document.querySelector(`[data-message-id="${CSS.escape(wantedMessage)}"]`);
  if (!message) return;
  wantedMessage = null;
  message.scrollIntoView();
}

function showChannels({ channels, channelId }) {
  channelPicker.hidden = channels.length < 2;
  document.querySelector("#channel-name").hidden = !channelPicker.hidden;
  const shown = channels.map(({ id, name }) => `${id} ${name}`).join();
  if (channelPicker.dataset.shown !== shown) {
    channelPicker.dataset.shown = shown;
    channelPicker.replaceChildren(...channels.map(({ id, name }) => new Option(name, id)));
  }
  channelPicker.value = channelId;
}

channelPicker.addEventListener("change", () => goTo(channelPicker.value));
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="https://discord.com/channels/"]');
  const thread = event.target.closest(".thread-summary");
  if (!link && !thread) return;
  event.preventDefault();
  // A thread has the id of the message with which it begins.
  if (thread) return goTo(thread.closest("[data-message-id]").dataset.messageId);
  const [, , , channelId, messageId] = new URL(link.href).pathname.split("/");
  goTo(channelId, messageId);
}, { capture: true });

// A page that is loaded again is that of the same person.
async function open(options) {
  const body = JSON.stringify({ viewer_id: sessionStorage.getItem("viewer") });
  const response = await plainFetch("/api/pages", { ...options, body });
  return response.ok ? response : plainFetch("/api/pages", options);
}

// simcord shows nothing without the key in the address, which each start of the playground changes.
const noKey = document.querySelector("#no-key");
noKey.hidden = location.hash.length > 1;

window.fetch = async (path, options) => {
  if (path === "/api/action" && typeof options.body === "string") return act(options);
  const picture = pictures.get(String(path).replace("/api/assets/", ""));
  if (picture) return { ok: true, headers: picture.headers, blob: async () => picture.blob };
  for (let tries = 3; ; tries -= 1) {
    const response = await (path === "/api/pages" ? open(options) : plainFetch(path, options));
    noKey.hidden &&= response.status !== 401;
    if (!response.ok || !["/api/pages", "/api/state"].includes(path)) return response;
    let state = await response.json();
    // While the bot answers a click, simcord takes replaced pictures out of the state before.
    const same = path === "/api/state" && state.publishedRevision === last.publishedRevision;
    if (same) state = { ...state, messages: last.messages, assets: last.assets };
    // Else a picture was replaced meanwhile: there is a newer state.
    if (same || await loadPictures(state) || path === "/api/pages" || tries === 1) {
      last = state;
      showChannels(state);
      return { ok: true, status: response.status, json: async () => state };
    }
  }
};

// Who one is stands in the head of the channel, in place of simcord's own tools.
document.querySelector(".channel-header").append(document.querySelector(".viewer-control"));

// Who sends a command, or taps what is answered by a new message, reads the answer wherever they were.
let awaitedMessage = null;

function awaitAnswer({ target_id }, outcomes) {
  const answers = outcomes.filter(({ kind, messageId }) =>
    ["response", "deferred", "followup"].includes(kind) && messageId && messageId !== target_id);
  awaitedMessage = answers.at(-1)?.messageId ?? null;
  showAnswer();
}

function showAnswer() {
  const answer = awaitedMessage && document.querySelector(`[data-message-id="${awaitedMessage}"]`);
  if (!answer) return;
  awaitedMessage = null;
  const timeline = document.querySelector("#channel-timeline");
  if (answer.nextElementSibling) answer.scrollIntoView({ block: "end" });
  else timeline.scrollTop = timeline.scrollHeight;
}

new MutationObserver(() => {
  showWanted();
  showAnswer();
}).observe(document.querySelector("#channel-message-list"), { childList: true });

// The command in an empty channel is typed and sent when it is tapped.
document.querySelector("#channel-empty button").addEventListener("click", ({ target }) => {
  const form = document.querySelector("#channel-composer");
  const input = form.querySelector("textarea");
  input.value = target.textContent;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  function send() {
    const found = form.querySelector(".command-entry");
    const { ready, awaitingRevision } = window.simcordPreview;
    if (!found || !ready || awaitingRevision !== null) return requestAnimationFrame(send);
    found.click();
    form.requestSubmit();
  }
  send();
});
