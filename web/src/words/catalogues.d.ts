// What tools/catalogues.ts makes of a catalogue.

declare module "virtual:texts/*" {
  const texts: Record<string, (told: object) => string>;
  export default texts;
}
