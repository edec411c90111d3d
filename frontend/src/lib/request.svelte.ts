// Something that a person asks for and that can fail: whether it is under way, and why it has failed, in words.
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
