// Messages of zod in 60 languages, which nothing uses. Each test file would load them anew.
module.exports = {};
