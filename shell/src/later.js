// The server renders the whole landing page, so its scripts are loaded after the paint and do not delay it. For a learner with a session
// they are loaded immediately, because the page will redirect.
{
  const { scripts, landing, ahead } = JSON.parse(document.getElementById('later')?.textContent ?? '{"scripts":[],"landing":[],"ahead":[]}');
  const { nonce } = document.querySelector('meta[property=csp-nonce]') ?? {};
  const policy = globalThis.trustedTypes?.createPolicy('later', {
    createScriptURL: (path) => (path.startsWith('/assets/') ? path : null),
  });

  const load = (files) => {
    for (const { file, integrity } of files) {
      const script = document.createElement('script');
      // The scripts must run in list order.
      script.async = false;
      script.nonce = nonce;
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
      script.src = policy ? policy.createScriptURL(file) : file;
      document.head.append(script);
    }
  };

  /** The page that a learner is redirected to needs these files as well. They are fetched in parallel with the scripts. */
  const preload = () => {
    for (const { file, integrity } of ahead) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'preload', as: 'script', href: file, integrity, crossOrigin: 'anonymous', nonce });
      document.head.append(link);
    }
  };

  const isSignedIn = () => {
    try {
      return localStorage.getItem('token') !== null;
    } catch {
      // Storage may be blocked. Then there is no session.
      return false;
    }
  };

  if (isSignedIn()) {
    preload();
    load(scripts);
  } else requestAnimationFrame(() => setTimeout(() => load([...landing, ...scripts])));
}
