/*
 * The Storybooks shown beside this one. Whoever serves this folder writes their addresses here, for example
 * window.REFS = { 'mf-study': { id: 'mf-study', title: 'Study', url: 'https://study-stories.example', type: 'server-checked' } };
 * `server-checked` asks for them without cookies; each has to allow this page's origin by CORS.
 */
window.REFS = {};
