"""Games for a chat assistant: tools by the Model Context Protocol, over standard streams."""
