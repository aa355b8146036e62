"""The race: two contenders render the same picture side by side. Logic without widgets; layer and panel show it."""
