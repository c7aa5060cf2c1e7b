// Giving somebody a file that was made here.

export function saveFile(name: string, file: string | Blob): void {
  const address = URL.createObjectURL(file instanceof Blob ? file : new Blob([file], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // saving may ask where to, and take its time
}
