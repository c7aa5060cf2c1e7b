// What every page wears: the elements' looks and the colours.

import "./fonts.css";
import "./base.css";
import colours from "./colours.module.css";

document.documentElement.classList.add(colours.everywhere!);
