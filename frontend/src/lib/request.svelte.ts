// Something that a person asks for and that can fail: whether it is under way, and why it has failed, in words.
import { problemOf } from "./problem";

export class RequestState {
  busy = $state(false);
  problem = $state("");

  async run(work: () => Promise<unknown>) {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.busy = false;
    }
  }
}
