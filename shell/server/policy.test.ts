/** @jest-environment node */
import { contentSecurityPolicy, pageHeaders } from './policy.ts';

const api = 'http://localhost:8080';
const remotes = ['http://localhost:3001', 'http://localhost:3002', 'http://localhost:3001'];
const directives = (policy: string): string[] => policy.split('; ');

test('two policies with exactly these directives', () => {
  const [first, second, ...more] = contentSecurityPolicy('bm9uY2U=', { api, remotes }).split(', ');
  expect(more).toEqual([]);
  expect(directives(first!)).toEqual([
    "default-src 'none'",
    "script-src 'nonce-bm9uY2U='",
    "style-src 'nonce-bm9uY2U='",
    "img-src 'self' data: http://localhost:8080 http://localhost:3001 http://localhost:3002",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "connect-src 'self' http://localhost:8080 http://localhost:3001 http://localhost:3002",
    "require-trusted-types-for 'script'",
    'trusted-types default later',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    'report-uri /csp-report',
  ]);
  expect(second).toBe("script-src 'self' http://localhost:3001 http://localhost:3002");
});

test('without remotes no empty source remains', () => {
  const policy = contentSecurityPolicy('n', { api, remotes: [] });
  expect(policy).toContain("img-src 'self' data: http://localhost:8080; ");
  expect(policy).toContain("connect-src 'self' http://localhost:8080; ");
  expect(policy.endsWith(", script-src 'self'")).toBe(true);
});

test('no inline code, no eval, no wildcard', () => {
  const policy = contentSecurityPolicy('n', { api, remotes });
  expect(policy).not.toMatch(/unsafe|eval|strict-dynamic|\*|blob:/);
});

test('the other headers', () => {
  expect(pageHeaders).toEqual({
    'integrity-policy': 'blocked-destinations=(script)',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  });
});
