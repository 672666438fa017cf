// Moved: billing's test of a subscription's life still starts it here.
import '../stand-ins/mailboxAndPayments.ts';
