// In place of @stdlib/assert-has-generator-support, which finds out by eval, and that the page's security policy forbids.
module.exports = () => true;
