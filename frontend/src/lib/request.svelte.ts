// The state of a request that a person started: whether it is running, and why it failed.
import { errorText } from "./errors";

export class RequestState {
  busy = $state(false);
  problem = $state("");

  async run(work: () => Promise<unknown>) {
    this.busy = true;
    this.problem = "";
    try {
      await work();
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.busy = false;
    }
  }
}
