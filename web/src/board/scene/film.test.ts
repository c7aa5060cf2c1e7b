import { CustomToneMapping, ShaderChunk } from "three";
import { expect, test } from "vitest";
import { film } from "./film";

test("it takes the place that three keeps for it, once", () => {
  expect(film()).toBe(CustomToneMapping);
  film();
  const chunk = ShaderChunk.tonemapping_pars_fragment;
  expect(chunk.split("CustomToneMapping(").length).toBe(2);
  expect(chunk).toContain("over / ( over + 0.3 )");
});
