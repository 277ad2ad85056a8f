/** Of the site's own figures one, added up over its labels, or of those that carry `labels` as they stand in the text. */
export async function figure(url: string, name: string, labels = ""): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const samples = [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, "gm"))];
  const wanted = samples.filter(([, carried = ""]) => carried.includes(labels));
  return wanted.reduce((sum, [, , value]) => sum + Number(value), 0);
}
