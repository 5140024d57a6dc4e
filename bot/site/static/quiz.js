// Keys for a question's page, and its verdict in words for screen readers. The page works without this.
"use strict";

const quiz = document.querySelector(".quiz");
const choices = [...quiz.querySelectorAll(".choice")];
const check = document.getElementById("check");
const verdict = document.getElementById("verdict");
const announcer = document.getElementById("announcer");

const isShown = (element) => element.getClientRects().length > 0;

// A letter or number chooses in the order of the page; 0 and ? say "I don't know".
function choiceOf(key) {
  if (key === "0" || key === "?") return choices.at(-1);
  const place = "12345678".includes(key) ? Number(key) - 1 : "abcdefgh".indexOf(key.toLowerCase());
  return key.length === 1 && place >= 0 ? choices.slice(0, -1)[place] : undefined;
}

// The choice gets the focus, and while it has it the style sheet holds a single's verdict back:
// a slip of a key gives nothing away.
function choose(choice) {
  choice.focus();
  choice.click();
}

function showVerdict() {
  if (check && !check.checked) check.click();
  if (document.activeElement.matches(".choice")) document.activeElement.blur();
  if (!isShown(verdict.querySelector(".verdict"))) return;
  verdict.focus({ preventScroll: true });
  verdict.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
  if (event.key === "Enter") {
    if (event.target.closest("a, summary")) return;
    event.preventDefault();
    showVerdict();
    return;
  }
  const choice = choiceOf(event.key);
  if (!choice) return;
  event.preventDefault();
  choose(choice);
});

// A check that came before any choice asked for one; it must not judge the first of several.
quiz.addEventListener("change", (event) => {
  if (check && event.target.matches(".choice") && announcer.dataset.told === "hint") check.checked = false;
});

// ---- What screen readers are told ----

// Text that is put into a live region is read out everywhere; text that only becomes visible is not.
function announce() {
  const told = isShown(verdict.querySelector(".verdict")) ? "verdict" : "hint";
  const where = told === "verdict" ? verdict.querySelectorAll(".verdict :is(h2, h3)") : quiz.querySelectorAll(".hint span");
  const words = [...where].filter(isShown).map((element) => element.textContent.trim().replace(/\s+/g, " ")).join(". ");
  announcer.dataset.told = words && told;
  if (announcer.textContent !== words) announcer.textContent = words;
}

for (const silenced of quiz.querySelectorAll("[role=status]:not(#announcer)")) silenced.removeAttribute("role");
for (const kind of ["change", "focusin", "focusout"]) {
  quiz.addEventListener(kind, () => requestAnimationFrame(announce));
}
document.getElementById("keys").hidden = false;
