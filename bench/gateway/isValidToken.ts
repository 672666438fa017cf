import jwt from 'jsonwebtoken';

/** Whether the gateway would accept a session token by its signature, audience and age. */
export const isValidToken = (token: string | string[] | undefined, secret: string): boolean => {
  try {
    jwt.verify(String(token), secret, { algorithms: ['HS256'], audience: 'lectern' });
    return true;
  } catch {
    return false;
  }
};
