import type { DoctorReport, Finding, Services } from '../../app/index.ts';
import { isAbort, messageOf } from './errors.ts';
import type { EndpointForm } from './endpoint-form.svelte.ts';

export type ConnectionTestView =
  | { readonly kind: 'untested' }
  | { readonly kind: 'testing'; readonly findings: readonly Finding[] }
  | { readonly kind: 'tested'; readonly findings: readonly Finding[]; readonly report: DoctorReport }
  | { readonly kind: 'failed'; readonly findings: readonly Finding[]; readonly message: string };

const UNTESTED: ConnectionTestView = { kind: 'untested' };

/** “Test this connection” of one endpoint of the setup form. What was found holds for the endpoint, model and key of then only. */
export class ConnectionTest {
  readonly #tests: Services['connectionTests'];
  readonly #form: EndpointForm;
  #controller: AbortController | undefined;
  #view = $state.raw<ConnectionTestView>(UNTESTED);
  #testedFor = $state.raw<string | undefined>();

  constructor(services: Pick<Services, 'connectionTests'>, form: EndpointForm) {
    this.#tests = services.connectionTests;
    this.#form = form;
  }

  get offered(): boolean {
    return this.#tests !== undefined;
  }

  get view(): ConnectionTestView {
    return this.#testedFor === this.#subject() ? this.#view : UNTESTED;
  }

  async run(): Promise<void> {
    const { model } = this.#form;
    if (this.#tests === undefined) return;
    this.cancel();
    const controller = new AbortController();
    this.#controller = controller;
    this.#testedFor = this.#subject();
    let findings: readonly Finding[] = [];
    this.#view = { kind: 'testing', findings };
    const { key, prices } = this.#form;
    try {
      const report = await this.#tests.test(model, prices.price, key.value, controller.signal, (finding) => {
        if (controller.signal.aborted) return;
        findings = [...findings, finding];
        this.#view = { kind: 'testing', findings };
      });
      if (!controller.signal.aborted) this.#view = { kind: 'tested', findings: report.findings, report };
    } catch (error) {
      if (controller.signal.aborted || isAbort(error)) return;
      this.#view = { kind: 'failed', findings, message: messageOf(error) };
    }
  }

  cancel(): void {
    this.#controller?.abort();
    this.#controller = undefined;
    this.#view = UNTESTED;
  }

  #subject(): string {
    const { model, key, prices } = this.#form;
    return JSON.stringify([model, key.text, prices.texts]);
  }
}
