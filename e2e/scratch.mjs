import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const api='http://localhost:8080'; const j=async(m,p,b,t)=>{const r=await fetch(api+p,{method:m,headers:{'content-type':'application/json',...(t&&{'x-auth-token':t})},...(b&&{body:JSON.stringify(b)})});return r.json()};
const email=`u${Date.now()}@x.example`;
const ctx0 = await b.newContext({ viewport: { width: 1280, height: 800 } });
const p0 = await ctx0.newPage(); const log = (p,tag) => { p.on('console', m => ['error','warning'].includes(m.type()) && console.log(tag, m.type(), m.text().slice(0,200)));  p.on('pageerror', e => console.log('pageerror', e.message.slice(0,400))); p.on('response', r => r.status()>=400 && console.log(r.status(), r.url())); };
log(p0,'main');
await p0.goto('http://localhost:3000/register');
await p0.getByLabel('First name').fill('Ada'); await p0.getByLabel('Last name').fill('Byron'); await p0.getByLabel('Email').fill(email);
await p0.getByLabel('Password',{exact:true}).fill('long enough'); await p0.getByLabel('Confirm password').fill('long enough');
await p0.getByRole('button',{name:'Register'}).click(); await p0.waitForURL('**/verify'); await p0.waitForTimeout(700); await p0.screenshot({path:'/tmp/shots/verify.png'});
const mails=await (await fetch('http://localhost:1080/email')).json(); const link=mails.filter(m=>m.to===email).at(-1).text.split('\n').find(l=>l.startsWith('http'));
await p0.goto(link); await p0.waitForTimeout(700); await p0.screenshot({path:'/tmp/shots/verified.png'}); await p0.waitForURL('**/dashboard'); await p0.waitForTimeout(1000); await p0.screenshot({path:'/tmp/shots/dash.png', fullPage: true});
const state = await ctx0.storageState();
const paths = process.argv.slice(2);
for (const scheme of ['light','dark']) for (const width of [1280, 360]) { const c = await b.newContext({ storageState: state, viewport:{width,height:800}, colorScheme: scheme }); const p = await c.newPage(); log(p, scheme+width);
 for (const path of paths) { await p.goto('http://localhost:3000'+path); await p.waitForTimeout(900); await p.screenshot({ path: `/tmp/shots/in${path.replace(/\W+/g,'_')}-${scheme}-${width}.png`, fullPage: true }); } await c.close(); }
await b.close();
