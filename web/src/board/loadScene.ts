// The 3D picture is a script of its own, larger than all the rest: homes and flat plans do without it.

export const loadScene = () => import("./scene/Scene");
