/** A request that the relay does not serve: the status and the one sentence that the page gets. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }

  /** In the form that model services use for errors, so that the page shows the sentence. */
  toResponse(): Response {
    const body = JSON.stringify({ error: { message: this.message, type: 'relay', code: this.status } });
    return new Response(body, {
      status: this.status,
      headers: { 'Content-Type': 'application/json', ...this.headers },
    });
  }
}
