import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from './Button';
import { FieldRow, Form, FormActions } from './Form';
import { TextField } from './TextField';

const meta = { title: 'Components/Form', component: Form } satisfies Meta<typeof Form>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Filled: Story = {
  render: () => (
    <Form aria-label="Account">
      <FieldRow>
        <TextField label="First name" defaultValue="Ada" />
        <TextField label="Last name" defaultValue="Lovelace" />
      </FieldRow>
      <TextField label="Email" defaultValue="ada@example.org" readOnly />
      <FormActions>
        <Button type="submit">Save Changes</Button>
      </FormActions>
    </Form>
  ),
};

export const WithErrors: Story = {
  render: () => (
    <Form aria-label="Account">
      <FieldRow>
        <TextField label="First name" error="Please fill in this field" />
        <TextField label="Last name" defaultValue="Lovelace" />
      </FieldRow>
      <FormActions>
        <Button type="submit">Save Changes</Button>
      </FormActions>
    </Form>
  ),
};
