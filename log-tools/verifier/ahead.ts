/** The answers to consecutive numbers, in order, some asked for before they are needed. */
export async function* inOrder<Answer>(
  { from, to, ahead }: { from: number; to: number; ahead: number },
  ask: (number: number) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const asked: Promise<Answer>[] = [];
  let next = from;
  for (let number = from; number < to; number += 1) {
    for (; next < to && next < number + ahead; next += 1) {
      const answer = ask(next);
      // It is awaited in its turn, or never, where an earlier one failed.
      answer.catch(() => {});
      asked.push(answer);
    }
    const first = asked.shift();
    if (first) yield await first;
  }
}
