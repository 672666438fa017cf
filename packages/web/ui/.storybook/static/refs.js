/*
 * The other Storybooks to show in this one. Whoever serves this folder sets their addresses here, for example
 * window.REFS = { 'mf-study': { id: 'mf-study', title: 'Study', url: 'https://study-stories.example', type: 'server-checked' } };
 * `server-checked` fetches them without cookies; each has to allow this page's origin by CORS.
 */
window.REFS = {};
