/** An error of Stripe's API. */
export class StripeError extends Error {
  override readonly name = 'StripeError';
  readonly status: number;
  private readonly detail: { readonly type?: string; readonly code?: string; readonly param?: string };

  constructor(message: string, { status = 400, ...detail }: { status?: number; type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.detail = detail;
  }

  /** The response body. */
  toBody(): object {
    return { error: { type: 'invalid_request_error', message: this.message, ...this.detail } };
  }
}

/** The error for an unknown id: 404 if the id is part of the address, 400 if it is a parameter. */
export const noSuch = (kind: string, id: string, param = 'id'): StripeError =>
  new StripeError(`No such ${kind}: '${id}'`, { status: param === 'id' ? 404 : 400, code: 'resource_missing', param });
