import preview from '@lectern/ui/testing';

// A component's page: what it is for, its properties, and all its states with their code.
export default { ...preview, tags: ['autodocs'] };
