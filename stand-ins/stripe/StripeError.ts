/** An error of Stripe's API. */
export class StripeError extends Error {
  override readonly name = 'StripeError';
  readonly status: number;
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly code: string | undefined;
  readonly param: string | undefined;
  constructor(
    message: string,
    detail: { readonly status?: number; readonly type?: StripeError['type']; readonly code?: string; readonly param?: string } = {},
  ) {
    super(message);
    this.status = detail.status ?? 400;
    this.type = detail.type ?? 'invalid_request_error';
    this.code = detail.code;
    this.param = detail.param;
  }

  /** The answer's body. */
  toBody(): object {
    const { type, message, code, param } = this;
    return { error: { type, message, ...(code !== undefined && { code }), ...(param !== undefined && { param }) } };
  }
}

/** The error for an unknown id: 404 when it is part of the address, 400 when it is a parameter. */
export const noSuch = (kind: string, id: string, param = 'id'): StripeError =>
  new StripeError(`No such ${kind}: '${id}'`, { status: param === 'id' ? 404 : 400, code: 'resource_missing', param });
