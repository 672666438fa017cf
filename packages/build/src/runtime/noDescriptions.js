// Stands in for the table of descriptions of the federation runtime's error codes; the codes are in its documentation.
export const runtimeDescMap = {};
export const buildDescMap = {};
export const typeDescMap = {};
export const errorDescMap = {};
