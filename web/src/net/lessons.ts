// The lessons: files that lie beside the page's script.

import type { LessonListed, LessonTold, LessonWords } from "../protocol";
import { filesBeside } from "./beside";

const ADDRESSES = import.meta.glob<string>("../../lessons/*.json", { query: "?url", import: "default", eager: true });

const fetched = filesBeside(ADDRESSES, "lessons");

/** Which lessons there are, in order. */
export const lessonList = (): Promise<LessonListed[]> => fetched("list");

/** What they say in a language, by lesson. */
export const lessonWords = (language: string): Promise<Record<string, LessonWords>> => fetched(`words-${language}`);

/** Everything that happens in a lesson. */
export const lessonTold = (id: string): Promise<LessonTold> => fetched(`lesson-${id}`);
