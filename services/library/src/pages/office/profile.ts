/** Settings of LibreOffice by their path in its registry. */
const settings: readonly (readonly [path: string, name: string, value: string | number | boolean])[] = [
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
  // Since LibreOffice 24.2.
  ['Office.Common/Security/Scripting', 'DisableActiveContent', true],
  // Otherwise LibreOffice would load linked pictures from this machine and the network.
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['Office.Writer/Content/Update', 'Link', 0],
  // A proxy that does not exist.
  ['Inet/Settings', 'ooInetProxyType', 1],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', 9],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', 9],
  ['Office.Common/Misc', 'CrashReport', false],
];

const itemOf = ([path, name, value]: (typeof settings)[number]): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** The settings of LibreOffice's profile, `registrymodifications.xcu`: no macros, no links, no network. */
export const profileSettings = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">',
  ...settings.map(itemOf),
  '</oor:items>',
].join('\n');
