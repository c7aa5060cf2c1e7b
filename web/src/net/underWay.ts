// Requests that something else waits for: a game that begins before them would be another than the one that is shown.

export class UnderWay {
  private readonly asked = new Set<Promise<boolean>>();

  /** One more, which never fails: it tells whether those who wait may go on. */
  add(done: Promise<boolean>): void {
    this.asked.add(done);
    void done.then(() => this.asked.delete(done));
  }

  /** The same that was given, one more: where it fails, whoever waits does not go on. */
  holding<T>(doing: Promise<T>): Promise<T> {
    this.add(
      doing.then(
        () => true,
        () => false,
      ),
    );
    return doing;
  }

  /** Waits until nothing is under way, also of what is asked meanwhile: whether all of it was done. */
  async settled(): Promise<boolean> {
    let fine = true;
    while (this.asked.size) fine = (await Promise.all(this.asked)).every(Boolean) && fine;
    return fine;
  }
}
