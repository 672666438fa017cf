export { default } from '@lectern/ui/testing';
