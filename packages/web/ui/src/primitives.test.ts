import * as primitives from '@lectern/ui/primitives';

// Released remotes consume these names of a shared module. docs/teams.md says how a name leaves it.
test.each(['AlertDialog', 'Dialog', 'DropdownMenu', 'Label', 'Progress', 'RadioGroup', 'Tabs', 'Tooltip'])(
  'the shell provides %s to remotes',
  (name) => {
    expect(primitives).toHaveProperty(name);
  },
);
