// How coarse pixels are while the camera moves: as coarse as it takes to keep up, by how long frames have taken. At rest the
// picture is as fine as it can be, whatever that costs: nothing is drawn then.

/** Frames that take longer are too slow, those that take less leave room for more pixels; in seconds. */
const SLOW = 1 / 20;
const QUICK = 1 / 45;
/** So many frames are looked at before anything changes. */
const FRAMES = 8;
const LEAST = 0.5;
const STEP = 1.25;

export class Pace {
  private sum = 0;
  private frames = 0;
  private most: number;

  /** `now` and `best` are pixels to a unit of the page: those to begin with, and those at rest. */
  constructor(
    private now: number,
    readonly best: number,
  ) {
    this.most = best;
    this.now = Math.min(now, best);
  }

  /** Pixels to a unit of the page while it moves. */
  get moving(): number {
    return this.now;
  }

  /** A frame took so long, while the camera moved. */
  took(seconds: number): void {
    this.sum += seconds;
    if (++this.frames < FRAMES) return;
    const mean = this.sum / this.frames;
    this.sum = this.frames = 0;
    if (mean > SLOW && this.now > LEAST) {
      // What was too much once is not tried again: pixels that change all the time are worse than coarse ones.
      this.most = this.now / STEP;
      this.now = Math.max(LEAST, this.most);
    } else if (mean < QUICK) this.now = Math.max(this.now, Math.min(this.most, this.now * STEP));
  }
}
