// How light becomes colour on the screen: as it is, but for what is bright, which is rolled off instead of cut, so that snow in the
// sun keeps its forms; and a little warmer in the light, a little colder in the dark. Cheaper than what three brings, and it
// leaves the colours of the cubes what they are.

import { CustomToneMapping, ShaderChunk } from "three";

const FILM = /* glsl */ `vec3 CustomToneMapping( vec3 color ) {
  color *= toneMappingExposure;
  vec3 over = max( color - 0.7, 0.0 );
  color = min( color, 0.7 ) + 0.3 * over / ( over + 0.3 );
  float light = dot( color, vec3( 0.3, 0.59, 0.11 ) );
  return color * mix( vec3( 0.95, 0.98, 1.06 ), vec3( 1.03, 1.0, 0.955 ), min( 1.3 * light, 1.0 ) );
}`;

const OWN = "vec3 CustomToneMapping( vec3 color ) { return color; }";

/** The tone mapping to ask a renderer for. */
export function film(): typeof CustomToneMapping {
  ShaderChunk.tonemapping_pars_fragment = ShaderChunk.tonemapping_pars_fragment.replace(OWN, FILM);
  return CustomToneMapping;
}
