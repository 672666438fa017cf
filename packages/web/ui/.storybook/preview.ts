import preview from '@lectern/ui/testing';

// Generates a docs page for each component with its description, its props, and all states with their code.
export default { ...preview, tags: ['autodocs'] };
