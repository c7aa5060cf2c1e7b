// A site's name: "Moulin seigneurial"; where there is little room the first word says it.

export function SiteWords({ name }: { name: string }) {
  return (
    <>
      <span className="table-long">{name}</span>
      <span className="table-short">{name.split(" ")[0]}</span>
    </>
  );
}
