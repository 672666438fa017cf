import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { mailedLink, password } from '../support/api.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export const newPerson = (): Person => ({ firstName: 'Ada', lastName: 'Byron', email: `${randomUUID()}@students.example`, password });

/** Actions on the pages of mf-auth. */
export const account = (page: Page) => ({
  async register(person: Person): Promise<void> {
    await page.goto('/register');
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText('Registration successful! Please verify your email.')).toBeVisible();
    await expect(page).toHaveURL(/\/verify$/);
    await expect(page.getByText(person.email)).toBeVisible();
  },
  async openMailedLink(person: Person): Promise<void> {
    await page.goto(await mailedLink(person.email, 'verify-email'));
    await expect(page.getByText('Email Verified!')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
  async logIn(person: Person): Promise<void> {
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Successfully logged in!')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
  async logOut(): Promise<void> {
    await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).first().click();
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to logout?' });
    await dialog.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  },
});
