export { scheme } from "@codemirror/legacy-modes/mode/scheme";
