// The sign of a colour, drawn in a unit square: colour alone never tells cubes apart.

export function Mark({ colour, x, y }: { colour: string; x: number; y: number }) {
  const [cx, cy] = [x + 0.5, y + 0.5];
  switch (colour) {
    case "white":
      return <circle className="flat-mark open" cx={cx} cy={cy} r={0.2} />;
    case "brown":
      return <path className="flat-mark open" d={`M${cx - 0.19} ${cy - 0.19}l.38 .38m0 -.38l-.38 .38`} />;
    case "yellow":
      return <path className="flat-mark" d={`M${cx} ${cy - 0.25}l.27 .46h-.54z`} />;
    default:
      return <rect className="flat-mark" x={cx - 0.19} y={cy - 0.19} width={0.38} height={0.38} />;
  }
}
