// The landing page is whole as the server drew it, so the scripts that bring it to life come after it was painted: nothing of them delays
// that. Whoever is signed in does not stay on it and need not wait.
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
      // Storage may be forbidden: then nobody is.
      return false;
    }
  };

  if (isSignedIn()) load();
  else requestAnimationFrame(() => setTimeout(load));
}
