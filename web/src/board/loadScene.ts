// The 3D picture is a script of its own, larger than all the rest: homes and flat plans do without it.

export const loadScene = async () => {
  const [scene] = await Promise.all([import("./scene/Scene"), lettering()]);
  return scene;
};

/** What is written on boards and sticks is painted once, so its face is there first; nobody waits long for it. */
const lettering = (): Promise<unknown> =>
  Promise.race([document.fonts.load("700 20px Alegreya"), new Promise((done) => setTimeout(done, LETTERS_MS))]);

const LETTERS_MS = 600;
