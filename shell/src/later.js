// The server renders the whole landing page, so its scripts are loaded after it was painted and do not delay the paint. For a learner with a
// session they are loaded at once, because the page will redirect.
{
  const { scripts } = JSON.parse(document.getElementById('later')?.textContent ?? '{"scripts":[]}');
  const { nonce } = document.querySelector('meta[property=csp-nonce]') ?? {};
  const policy = globalThis.trustedTypes?.createPolicy('later', {
    createScriptURL: (path) => (path.startsWith('/assets/') ? path : null),
  });

  const load = () => {
    for (const { file, integrity } of scripts) {
      const script = document.createElement('script');
      // In the order of the list.
      script.async = false;
      script.nonce = nonce;
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
      script.src = policy ? policy.createScriptURL(file) : file;
      document.head.append(script);
    }
  };

  const isSignedIn = () => {
    try {
      return localStorage.getItem('token') !== null;
    } catch {
      // Storage may be blocked: then there is no session.
      return false;
    }
  };

  if (isSignedIn()) load();
  else requestAnimationFrame(() => setTimeout(load));
}
