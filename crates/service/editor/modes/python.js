export { python } from "@codemirror/legacy-modes/mode/python";
