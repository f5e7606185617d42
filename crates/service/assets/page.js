"use strict";
for (const time of document.querySelectorAll("time[data-at]")) {
    time.textContent = new Date(Number(time.dataset.at)).toLocaleString();
}
for (const shown of document.querySelectorAll("[data-submission]")) {
    const events = new EventSource(shown.dataset.submission);
    events.addEventListener("steps", (event) => {
        for (const step of JSON.parse(event.data)) {
            if (step.is === "compiling") shown.textContent = shown.dataset.compiling;
            if (step.is === "cases") shown.textContent = `${shown.dataset.cases}: ${step.run} / ${step.cases}`;
        }
    });
    events.addEventListener("done", () => { events.close(); location.reload(); });
}
for (const shown of document.querySelectorAll("[data-events]")) {
    const events = new EventSource(shown.dataset.events);
    events.addEventListener("changed", () => location.reload());
}
